import { Type } from '../../kit/declare/type.ts'
import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import type { Attempt, Finding, Problem, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { buildMessagePath, type Content, createMessage, findOwn } from './channel-messages.ts'
import { createBot, request } from './client.ts'
import { hasRule } from './errors.ts'
import { canReadHistory } from './permissions.ts'
import { limits, MIB, type Options } from './platform.ts'

type Embed = NonNullable<Options['embeds']>[number]

const Deleted = Type.Object({})

const SUPPRESS_EMBEDS = 1 << 2
const SUPPRESS_NOTIFICATIONS = 1 << 12
const EMBED_CHARACTERS_MAX = 6000
/** The maximum size of all files together on a server without boosts. */
const REQUEST_BYTES_MAX = 25 * MIB

export const publish: Publishing<Options, null> = {
  // Discord's documentation says "a few minutes".
  handleSeconds: 120,
  prepare: async () => ({ prepared: null }),

  async mutate(session, { draft, handle }) {
    return toPublished(session, await createMessage(session, session.entity.externalId, handle, buildContent(draft)))
  },

  async find(session, { draft, intentAt, belongsToOtherTarget }): Promise<Finding> {
    const { embeds = [] } = draft.options
    const channelId = session.entity.externalId
    const id = await findOwn(
      session,
      channelId,
      { ...buildContent(draft), embeds: embeds.length },
      { intentAt, isOther: async (other) => (await belongsToOtherTarget?.(`${channelId}:${other}`)) ?? false },
    )
    if (id !== undefined) return { state: 'published', post: toPublished(session, id) }
    return { state: (await canReadHistory(session)) ? 'absent' : 'unknown' }
  },

  async unpublish(session, externalId) {
    const [channelId = '', id = ''] = externalId.split(':')
    try {
      await request(createBot(session), 'DELETE', buildMessagePath(channelId, id), { schema: Deleted })
    } catch (error) {
      if (!hasRule(error, 'message.not_found')) throw error
    }
  },
}

function buildContent({ text, media, options }: Attempt<Options>['draft']): Content {
  const {
    embeds = [],
    mentions = ['roles', 'users'],
    suppress_embeds,
    suppress_notifications,
    alt_texts = [],
  } = options
  const flags = (suppress_embeds ? SUPPRESS_EMBEDS : 0) | (suppress_notifications ? SUPPRESS_NOTIFICATIONS : 0)
  return {
    text,
    media,
    altTexts: alt_texts,
    fields: {
      allowed_mentions: { parse: mentions },
      ...(embeds.length > 0 && { embeds: embeds.map(buildEmbed) }),
      ...(flags > 0 && { flags }),
    },
  }
}

function buildEmbed({ footer, image_url, fields, ...same }: Embed) {
  return {
    ...same,
    ...(footer !== undefined && { footer: { text: footer } }),
    ...(image_url !== undefined && { image: { url: image_url } }),
    ...(fields && { fields: fields.map(({ name, value, inline = false }) => ({ name, value, inline })) }),
  }
}

/** The external id contains the channel, because Discord looks up messages in their channel. */
function toPublished({ entity: { externalId: channelId, parentExternalId } }: Session, id: string): PublishedPost {
  return {
    externalId: `${channelId}:${id}`,
    externalUrl: `https://discord.com/channels/${parentExternalId}/${channelId}/${id}`,
  }
}

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const { embeds = [], alt_texts = [] } = draft.options
  const fileBytes = Number(metadata['file_bytes_max'] ?? limits.image?.bytesMax)
  const own = {
    ...limits,
    image: limits.image && { ...limits.image, bytesMax: fileBytes },
    video: limits.video && { ...limits.video, bytesMax: fileBytes },
    ...(limits.document && { document: { ...limits.document, bytesMax: fileBytes } }),
  }
  // A message may consist of embeds alone.
  const isBare = draft.text.trim() === '' && embeds.length > 0
  const problems = checkLimits('discord', own, isBare ? { ...draft, text: '.' } : draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `discord.${rule}`, path, message, remediation })
  const total = draft.media.reduce((sum, { bytes }) => sum + bytes, 0)
  const totalMax = Math.max(REQUEST_BYTES_MAX, fileBytes)
  if (total > totalMax)
    add(
      'media.max_bytes',
      ['media_ids'],
      `The files have ${total} bytes, at most ${totalMax} fit.`,
      'Use smaller files.',
    )
  const characters = embeds.reduce((sum, embed) => sum + countCharacters(embed), 0)
  if (characters > EMBED_CHARACTERS_MAX)
    add(
      'embeds.max_characters',
      ['options', 'embeds'],
      `The embeds have ${characters} characters, at most ${EMBED_CHARACTERS_MAX} fit.`,
      'Shorten them.',
    )
  const empty = embeds.findIndex((embed) => countCharacters(embed) === 0 && !embed.image_url)
  if (empty !== -1)
    add('embeds.empty', ['options', 'embeds', empty], 'The embed shows nothing.', 'Add a title or a text.')
  if (alt_texts.length > draft.media.length)
    add(
      'alt_texts.max_count',
      ['options', 'alt_texts'],
      'There are more texts than media.',
      'Give one for each medium.',
    )
  return problems
}

function countCharacters({ title = '', description = '', footer = '', fields = [] }: Embed): number {
  const texts = [title, description, footer, ...fields.flatMap(({ name, value }) => [name, value])]
  return texts.reduce((sum, text) => sum + measureLength(text, 'characters'), 0)
}
