/** Says on stderr, so that nobody can overlook it, that something takes no part, and notes it in the result. */
export function leaveOut(result, what, why) {
  process.stderr.write(`\n*** LEFT OUT: ${what} (${why})\n\n`);
  result.leftOut = { ...result.leftOut, [what]: why };
}
