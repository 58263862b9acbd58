/** What a finding says, which is written of several, of so many. */
export function findingText(message: string, count: number): string {
  if (count !== 1) return message;
  return message
    .replace(/^have /, 'has ')
    .replace(/^are /, 'is ')
    .replace(/^were /, 'was ')
    .replace(/^hold /, 'holds ')
    .replace(/^share /, 'shares ')
    .replace(/^begin /, 'begins ')
    .replace('that they hold', 'that it holds')
    .replace('their role', 'its role')
    .replace('their group', 'its group')
    .replace('they get', 'it gets');
}
