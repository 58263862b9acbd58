/** Why a value of the config could not be found out. The message is the reason alone; whoever catches it knows the place. */
export class ResolveError extends Error {
  override readonly name = 'ResolveError';
}
