// The trainer loaded, nothing used.
import 'upperhand/trainer';
