/** The name of a field for people: `app_password` is shown as "App password". */
export function formatLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
