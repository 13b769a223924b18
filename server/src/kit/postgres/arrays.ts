/*
 * Writes array parameters as PostgreSQL array literals, for statements with many long arrays: the driver handles every item of
 * a list separately, which for a batch of ledger calls costs more than the batch. Elsewhere a list with a cast is enough:
 * `${flags}::boolean[]`.
 */

export function textArray(values: readonly (string | null)[]): string {
  if (values.length === 0) return '{}'
  if (values.includes(null)) return `{${values.map((value) => (value === null ? 'null' : quoted(value))).join()}}`
  return /["\\]/.test(values.join('')) ? `{${(values as string[]).map(quoted).join()}}` : `{"${values.join('","')}"}`
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

export function numberArray(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join()}}`
}

export function booleanArray(values: readonly boolean[]): string {
  return `{${values.join()}}`
}
