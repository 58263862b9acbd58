/** What is thrown where a file that is read ends before the size that it had when it was opened: what was behind is lost. */
export function becameShorter(bytes: number, end: number): Error {
  return new Error(
    `the file became shorter while it was read: of its ${bytes} bytes those from ${end} on are gone`,
  );
}
