/** Turns a name of the API into words: `partially_published` becomes `Partially published`. */
export function humanizeCode(code: string): string {
  return (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll('_', ' ')
}
