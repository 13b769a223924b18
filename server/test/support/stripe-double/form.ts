/** A parsed form: `a[b][0]=x` becomes `{a: {b: ['x']}}`. Every value is a string, as Stripe receives it. */
// oxlint-disable-next-line typescript/no-explicit-any -- a form has any shape
export type Form = Record<string, any>

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.replaceAll(']', '').split('[')
    let inner = form
    steps.forEach((step, at) => {
      if (at === steps.length - 1) inner[step] = value
      else inner = inner[step] ??= {}
    })
  }
  return withArrays(form) as Form
}

/** Turns objects whose keys are 0, 1, 2, ... into arrays. */
function withArrays(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withArrays(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
