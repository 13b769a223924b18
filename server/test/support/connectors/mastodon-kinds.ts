import { measureLength } from '../../../src/connectors/limits.ts'
import { describeInstance } from './mastodon-views.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- descriptions of every shape
type Any = any

/** The differences between servers with the same API. */
export interface ServerKind {
  readonly needsUserAgent: boolean
  readonly keepsKeys: boolean
  readonly listsStatusesById: boolean
  /** True if `redirect_uris` may be a list, and `/oauth/revoke` JSON. */
  readonly readsAnyBody: boolean
  readonly checksChallenge: boolean
  /** True if notifications of muted people are left out after the page was cut. */
  readonly filtersPages: boolean
  readonly formatId: (counter: number) => string
  readonly measureStatusLength: (text: string, warning: string) => number
  readonly describe: (version: 1 | 2, maxCharacters: number) => Any
}

/** Mastodon 4.7, after its documentation and source. */
export const MASTODON: ServerKind = {
  needsUserAgent: false,
  keepsKeys: true,
  listsStatusesById: true,
  readsAnyBody: true,
  checksChallenge: true,
  filtersPages: false,
  formatId: String,
  measureStatusLength: (text, warning) =>
    measureLength(`${warning}${text.replaceAll(/https?:\/\/\S+/g, 'x'.repeat(23))}`, 'graphemes'),
  describe: (_version, maxCharacters) => describeInstance(maxCharacters),
}

/** GoToSocial 0.20, after its documentation and source. */
export const GOTOSOCIAL: ServerKind = {
  needsUserAgent: true,
  keepsKeys: false,
  listsStatusesById: false,
  readsAnyBody: false,
  checksChallenge: false,
  filtersPages: true,
  // A ULID.
  formatId: (counter) => `01J${String(counter).padStart(23, '0')}`,
  measureStatusLength: (text, warning) => measureLength(`${text}${warning}`, 'characters'),
  describe: (version, maxCharacters) => {
    const { configuration } = describeInstance(maxCharacters)
    const { media_attachments, statuses } = configuration
    return {
      version: '0.20.1',
      ...(version === 2 && { source_url: 'https://codeberg.org/superseriousbusiness/gotosocial' }),
      ...(version === 1 && { max_toot_chars: maxCharacters }),
      configuration: {
        statuses: { ...statuses, max_media_attachments: 6, characters_reserved_per_url: 25 },
        media_attachments: {
          ...media_attachments,
          image_matrix_limit: 2_147_483_647,
          video_matrix_limit: 2_147_483_647,
        },
      },
    }
  },
}
