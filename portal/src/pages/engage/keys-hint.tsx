import type { IconProps } from '@primer/octicons-react'
import type { ComponentType } from 'react'
import * as css from './keys-hint.module.css'

interface Props {
  readonly icon: ComponentType<IconProps>
  readonly text: string
  readonly keys: readonly (readonly [key: string, what: string])[]
}

/** Placeholder with keyboard shortcuts, shown beside a list while no item is open. */
export function KeysHint({ icon: Icon, text, keys }: Props) {
  return (
    <div className={`engage-pane ${css.nothing}`}>
      <Icon size={24} />
      <p>{text}</p>
      <dl className={css.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
