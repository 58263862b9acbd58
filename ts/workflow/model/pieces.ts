/** A text in pieces of a word each, as a stream brings them; put together they are the text. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
