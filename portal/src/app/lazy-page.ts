import { type ComponentType, lazy } from 'react'

const RELOADED = 'quoin-reloaded'

/** Loads the code of a page when it is opened. After a server update the old code is gone, so the portal reloads once. */
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
