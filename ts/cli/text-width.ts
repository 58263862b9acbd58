/**
 * Columns that text takes on a terminal: two for wide East Asian characters and emoji, none for combining marks and joiners.
 */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) {
    if (/^\p{M}$|^\p{Cf}$/u.test(char)) continue;
    width += wide.test(char) ? 2 : 1;
  }
  return width;
}

const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\u{20000}-\u{3fffd}]$/u;

/** Text filled up with blanks to a width, on the right or, for numbers, on the left. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - textWidth(text)));
  return side === 'left' ? blanks + text : text + blanks;
}
