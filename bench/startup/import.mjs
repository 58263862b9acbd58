// The whole package loaded, nothing used.
import 'upperhand';
