import type { IconProps } from '@primer/octicons-react'
import type { ComponentType } from 'react'
import type { Pulse } from './use-pulse.ts'

/** A page of the portal, whose code is loaded when it is opened. */
export interface PageEntry {
  /** `/posts`, or with a parameter `/posts/:id`. */
  readonly path: string
  readonly title: string
  /** Pages with an icon are listed in the navigation and the palette. */
  readonly icon?: ComponentType<IconProps>
  /** Count of waiting items beside the name; hidden at 0. */
  readonly badge?: { readonly of: keyof Pulse; readonly label: string }
  /** Additional search terms in the palette. */
  readonly keywords?: readonly string[]
  /** Restricts the navigation entry to these users; the server enforces the permissions. */
  readonly for?: 'owner' | 'operator'
  /** Hides the page from members who are limited to profiles. */
  readonly reach?: 'workspace'
  readonly load: () => Promise<ComponentType>
}

/** An action of the palette: it opens a page, which reads the rest from its URL. */
export interface Action {
  readonly title: string
  readonly path: string
  /** Minimum role; `member` by default. */
  readonly least?: 'owner'
  /** Hides the action from members who are limited to profiles. */
  readonly reach?: 'workspace'
}

/** A group of the navigation. */
export interface Area {
  readonly title: string
  /** Hides the whole area from members who are limited to profiles. */
  readonly reach?: 'workspace'
  readonly pages: readonly PageEntry[]
  readonly actions?: readonly Action[]
}
