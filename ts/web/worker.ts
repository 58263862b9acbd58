// The worker of the page: training and all that it computes, so that the page's own thread stays free.

import { Gate } from './gate.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { trainLake } from './train-lake.ts';

const post = (message: FromWorker): void => postMessage(message);
const gate = new Gate(() => post({ type: 'paused' }));

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'pause') gate.close();
  else if (data.type === 'resume') gate.open();
  else if (data.type === 'pace') gate.pace = data.milliseconds;
  else
    trainLake(data.settings, {
      onWarmUp: (step, steps) => post({ type: 'warm-up', step, steps }),
      onSnapshot: (snapshot) => {
        post({ type: 'snapshot', snapshot });
        return snapshot.update === data.settings.updates ? undefined : gate.pass();
      },
      onWarning: (message) => post({ type: 'warning', message }),
    }).then(
      (parametersHash) => post({ type: 'done', parametersHash }),
      (error) => post({ type: 'failed', message: String(error?.stack ?? error) }),
    );
});
