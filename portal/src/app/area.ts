import type { IconProps } from '@primer/octicons-react'
import type { ComponentType } from 'react'
import type { Pulse } from './use-pulse.ts'

/** A page of the portal. Its code is loaded when it is opened. */
export interface PageEntry {
  /** `/posts`, or with a parameter `/posts/:id`. */
  readonly path: string
  readonly title: string
  /** With an icon it is in the navigation and in the palette. */
  readonly icon?: ComponentType<IconProps>
  /** What waits there, as a number beside its name; none at 0. */
  readonly badge?: { readonly of: keyof Pulse; readonly label: string }
  /** Other words that find it in the palette. */
  readonly keywords?: readonly string[]
  /** Only these see it in the navigation; the server decides what they may do. */
  readonly for?: 'owner' | 'operator'
  readonly load: () => Promise<ComponentType>
}

/** What can be done from anywhere, by the palette: it opens a page, which reads the rest from its address. */
export interface Action {
  readonly title: string
  readonly path: string
  /** The least role that may; a member unless it says otherwise. */
  readonly least?: 'owner'
}

/** A group of the navigation. */
export interface Area {
  readonly title: string
  readonly pages: readonly PageEntry[]
  readonly actions?: readonly Action[]
}
