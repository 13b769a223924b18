/** Uses a value that may already be there, without a promise and a turn of the microtask queue in that case. */
export function whenReady<T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> {
  return value instanceof Promise ? (value.then(use) as Promise<Awaited<R>>) : use(value)
}
