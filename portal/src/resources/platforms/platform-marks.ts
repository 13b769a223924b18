import {
  siBluesky,
  siDiscord,
  siFacebook,
  siGoogle,
  siInstagram,
  siMastodon,
  siPinterest,
  siReddit,
  siTelegram,
  siThreads,
  siTiktok,
  siWhatsapp,
  siX,
  siYoutube,
} from 'simple-icons'

export interface PlatformMark {
  /** Path in a square of 24 units. */
  readonly path: string
  /** The platform's color; undefined for black, which would vanish in the dark. */
  readonly color?: string
}

const BLACK = '000000'

function toMark({ path, hex }: { path: string; hex: string }): PlatformMark {
  return hex === BLACK ? { path } : { path, color: `#${hex}` }
}

/** Marks of the platforms, which belong to their owners. LinkedIn allows no copy of its logo, so it has a neutral briefcase. */
export const MARKS: Readonly<Record<string, PlatformMark>> = {
  bluesky: toMark(siBluesky),
  discord: toMark(siDiscord),
  facebook: toMark(siFacebook),
  google_business: toMark(siGoogle),
  instagram: toMark(siInstagram),
  linkedin: {
    path: 'M9 2h6a2 2 0 0 1 2 2v2h4a2 2 0 0 1 2 2v4.5L14.5 15h-5L1 12.5V8a2 2 0 0 1 2-2h4V4a2 2 0 0 1 2-2Zm0 4h6V4H9v2ZM1 14.6 9 17h6l8-2.4V20a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2v-5.4Z',
    color: '#0a66c2',
  },
  mastodon: toMark(siMastodon),
  nostr: {
    path: 'M5 2a3 3 0 0 1 2.83 4l3.5 3.5a3 3 0 0 1 1.34 0L16.17 6A3 3 0 1 1 18 7.83l-3.5 3.5a3 3 0 0 1 0 1.34l3.5 3.5A3 3 0 1 1 16.17 18l-3.5-3.5a3 3 0 0 1-1.34 0L7.83 18A3 3 0 1 1 6 16.17l3.5-3.5a3 3 0 0 1 0-1.34L6 7.83A3 3 0 1 1 5 2Z',
    color: '#8b3fc7',
  },
  pinterest: toMark(siPinterest),
  reddit: toMark(siReddit),
  sandbox: {
    path: 'M12 1l10 5.5v11L12 23 2 17.5v-11L12 1Zm0 2.3L5.3 7 12 10.7 18.7 7 12 3.3ZM4 8.6v7.7l7 3.9v-7.7L4 8.6Zm9 11.6 7-3.9V8.6l-7 3.9v7.7Z',
    color: '#a34a12',
  },
  telegram: toMark(siTelegram),
  threads: toMark(siThreads),
  tiktok: toMark(siTiktok),
  whatsapp: toMark(siWhatsapp),
  x: toMark(siX),
  youtube: toMark(siYoutube),
}
