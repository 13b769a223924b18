let segmenter: Intl.Segmenter | undefined

/** Splits a text into the characters that readers see. The segmenter takes 20 ms to create, and most processes never need it. */
export function splitGraphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
