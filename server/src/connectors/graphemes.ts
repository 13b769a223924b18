let segmenter: Intl.Segmenter | undefined

/** What a reader takes for one letter each. The segmenter is made for the first text: it takes 20 ms, and most processes count none. */
export function splitGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
