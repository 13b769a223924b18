import * as css from './template-preview.module.css'

interface Props {
  readonly header: string
  readonly body: string
  readonly footer: string
  readonly buttons: readonly string[]
}

/** Message preview as the recipient sees it. */
export function TemplatePreview({ header, body, footer, buttons }: Props) {
  return (
    <figure className={css.preview} aria-label="Message preview">
      <div className={css.bubble}>
        {header && <b dir="auto">{header}</b>}
        <p dir="auto">{body || <span className="dimmed">Message text</span>}</p>
        {footer && (
          <small className="dimmed" dir="auto">
            {footer}
          </small>
        )}
      </div>
      {buttons.map((button) => (
        <div key={button} className={css.button}>
          {button}
        </div>
      ))}
    </figure>
  )
}
