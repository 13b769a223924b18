/** Invalid command line. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
