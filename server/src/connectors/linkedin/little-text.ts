/** Characters that LinkedIn's "little text" reserves. If one is not escaped, the published text ends there without an error. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g

const escape = (text: string) => text.replaceAll(RESERVED, '\\$&')

const MENTION = /@\[(?<name>[^[\]\n]{1,200})\]\((?<urn>urn:li:(?:person|organization):[\w-]{1,100})\)/
const HASHTAG = /(?<![\p{L}\p{N}_/&#])#(?<tag>[\p{L}\p{N}]{1,100})(?![\p{L}\p{N}_])/u
const ELEMENT = new RegExp(`${MENTION.source}|${HASHTAG.source}`, 'gu')

/** Turns plain text into `commentary`: escapes everything but hashtags and mentions (`@[Name](urn:li:organization:1)`). */
export function toLittleText(text: string): string {
  let from = 0
  let little = ''
  for (const match of text.matchAll(ELEMENT)) {
    const { name, urn, tag } = match.groups ?? {}
    little += escape(text.slice(from, match.index))
    little += tag === undefined ? `@[${escape(name ?? '')}](${urn})` : `{hashtag|\\#|${tag}}`
    from = match.index + match[0].length
  }
  return little + escape(text.slice(from))
}

/** Returns the same text for each way of writing its hashtags and mentions, so that two texts can be compared. */
export function toPlainText(little: string): string {
  return little
    .replaceAll(/\{hashtag\|\\?[#＃]\|(?<tag>[^}]{1,200})\}/g, '#$<tag>')
    .replaceAll(/\\(?<char>[\\|{}@[\]()<>#*_~])/g, '$<char>')
    .trim()
}
