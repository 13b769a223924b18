import { type ComponentType, lazy } from 'react'

const RELOADED = 'quoin-reloaded'

/** A page whose code is loaded when it is opened. After an update of the server its old code is gone: the new page is loaded once. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    try {
      const page = await load()
      sessionStorage.removeItem(RELOADED)
      return { default: page }
    } catch (error) {
      if (sessionStorage.getItem(RELOADED)) throw error
      sessionStorage.setItem(RELOADED, 'yes')
      location.reload()
      return new Promise<never>(() => {})
    }
  })
}
