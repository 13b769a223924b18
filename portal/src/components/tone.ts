/** Meaning of a status, shown as a color beside its word. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet'
