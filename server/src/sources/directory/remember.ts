const MOST = 20_000

/** Files say the same few titles, places and companies again and again: what follows from one is worked out once. */
export function remember<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    let value = known.get(text)
    if (value === undefined) {
      value = work(text)
      if (known.size >= MOST) known.clear()
      known.set(text, value)
    }
    return value
  }
}
