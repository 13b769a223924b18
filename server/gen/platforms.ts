import type { MediaLimits } from '../src/connectors/limits.ts'
import type { Capability, PlatformFacts } from '../src/connectors/platform.ts'
import { platforms } from '../src/connectors/registry.ts'
import { listFields } from '../src/http/docs/fields.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `Features and limits of each platform. \`GET /v1/platforms\` returns the same for your server. Each platform also lists what the tests
of its connector run against: a real server, the platform's own API description, or a stand-in that behaves as
the platform's documentation says.`

const COLUMNS: readonly [title: string, capability: Capability][] = [
  ['publish', 'publish'],
  ['delete', 'unpublish'],
  ['comments', 'comments'],
  ['hide', 'comments.hide'],
  ['messages', 'messages'],
  ['files', 'messages.media'],
  ['templates', 'templates'],
  ['reviews', 'reviews'],
  ['figures', 'metrics'],
  ['webhooks', 'inbound'],
]

export const platformsPage: Output = {
  path: 'docs/platforms.md',
  content: () => {
    const overview = table(
      ['', ...COLUMNS.map(([title]) => title)],
      platforms.map(({ id, label, capabilities }) => [
        `[${label}](#${id})`,
        ...COLUMNS.map(([, name]) => (capabilities.includes(name) ? 'yes' : '')),
      ]),
    )
    return page(
      'the facts of the platforms',
      'Platforms',
      INTRODUCTION,
      [overview, ...platforms.map(section)].join('\n\n'),
    )
  },
}

function section(platform: PlatformFacts): string {
  const { id, label, version, testedAgainst, auth, app, limits, options } = platform
  const facts = [
    ['guide', `[guides/${id}.md](guides/${id}.md)`],
    ['API version', version],
    ['tested against', testedAgainst.map((one) => one.replaceAll('_', ' ')).join(', ')],
    ['sign-in', auth.methods.join(', ')],
    ['scopes', [...auth.scopes, ...(auth.optionalScopes ?? [])].map((scope) => `\`${scope}\``).join(', ')],
    [
      'app',
      Object.values(app)
        .map(({ variable }) => `\`${variable}\``)
        .join(', '),
    ],
    ['text', `${limits.text.max} ${limits.text.unit}`],
    ['images', describe(limits.image)],
    ['videos', describe(limits.video)],
    ['documents', describe(limits.document ?? null)],
    ['message window', platform.messageWindowHours === null ? '' : `${platform.messageWindowHours} hours`],
  ].filter(([, value]) => value !== '')
  const fields = listFields(options).map(({ within, name, type, description = '' }) => [
    `\`${within}${name}\``,
    type,
    description,
  ])
  const shown = fields.length > 0 ? `\n\nOptions of a target:\n\n${table(['option', 'type', ''], fields)}` : ''
  return `## ${label}\n<a id="${id}"></a>\n\n${table(['', ''], facts)}${shown}`
}

function describe(media: MediaLimits | null): string {
  if (!media) return ''
  const types = media.mimes.map((mime) => mime.split('/')[1]).join(', ')
  return `at most ${media.countMax}, ${(media.bytesMax / 1_000_000).toLocaleString('en')} MB each (${types})`
}
