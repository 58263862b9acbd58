// Serves the project for development, and prints where.
import { createServer } from 'vite';

const server = await createServer({
  configFile: false,
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 0, strictPort: false },
});
await server.listen();
process.stdout.write(`${server.resolvedUrls.local[0]}\n`);
