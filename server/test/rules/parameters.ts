import type { SourceFile } from './architecture.ts'

const MOST = 4

/**
 * Finds functions with five parameters or more, unless the five are those of the convention: `ctx, db, workspaceId, id, body`.
 * Reads only function declarations; others would be few.
 */
export function checkParameters({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/^(?:export )?(?:async )?function\*? (?<name>\w+)(?:<[^(]*>)?\(/gm)].flatMap((match) => {
    const names = parametersFrom(text, match.index + match[0].length)
    const [first, second = ''] = names
    const isConvention = names.length === MOST + 1 && first === 'ctx' && ['db', 'tx'].includes(second)
    if (names.length <= MOST || isConvention) return []
    return [`${path}: ${match.groups?.['name']} has ${names.length} parameters: take an object`]
  })
}

/** Returns the names of the parameters that begin here, up to the closing parenthesis. */
function parametersFrom(text: string, start: number): string[] {
  const parameters = ['']
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const letter = text.charAt(at)
    if (/[([{<]/.test(letter)) depth++
    else if (/[)\]}]/.test(letter) || (letter === '>' && text.charAt(at - 1) !== '=')) {
      if (depth === 0) break
      depth--
    } else if (letter === ',' && depth === 0) {
      parameters.push('')
      continue
    }
    parameters.push(`${parameters.pop()}${letter}`)
  }
  return parameters
    .map((parameter) => /^[\w$]*/.exec(parameter.trim())?.[0] ?? '')
    .filter((_, at) => parameters[at]?.trim())
}
