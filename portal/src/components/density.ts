const KEY = 'quoin-density'

/** Height of the rows of tables. The page's first script applies the choice before anything is drawn. */
export type Density = 'comfortable' | 'compact'

export function readDensity(): Density {
  return document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'
}

/** Keeps the choice in this browser. */
export function setDensity(density: Density): void {
  localStorage.setItem(KEY, density)
  document.documentElement.dataset['density'] = density
}
