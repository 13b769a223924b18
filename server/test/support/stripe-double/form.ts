/** What stands in a form-encoded text: `a[b][0]=x` is `{a: {b: ['x']}}`. Every value is a text, as Stripe receives it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a form has any shape
export type Form = Record<string, any>

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.replaceAll(']', '').split('[')
    let place = form
    steps.forEach((step, at) => {
      if (at === steps.length - 1) place[step] = value
      else place = place[step] ??= {}
    })
  }
  return lists(form) as Form
}

/** An object whose keys count from nought is a list. */
function lists(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, lists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
