/** What a state means to the reader; a colour beside its word. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet'
