// For pages, before anything else: keeps what a person would see in the console, and reports when the page breaks.
globalThis.watched = { console: [], reportTo: '/report' };

for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
  const original = console[level];
  console[level] = (...args) => {
    watched.console.push(args.join(' '));
    original.apply(console, args);
  };
}

globalThis.sendReport = (report) =>
  fetch(new URLSearchParams(location.search).get('report') ?? '/report', {
    method: 'POST',
    mode: 'no-cors',
    body: JSON.stringify({ report, console: watched.console }),
  });

function broken(what) {
  watched.console.push(what);
  sendReport(null);
}

addEventListener('error', ({ message, target }) => broken(message ?? `no ${target.src}`), true);
addEventListener('unhandledrejection', ({ reason }) => broken(String(reason)));
