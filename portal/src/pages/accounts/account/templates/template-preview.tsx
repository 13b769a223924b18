interface Props {
  readonly header: string
  readonly body: string
  readonly footer: string
  readonly buttons: readonly string[]
}

/** The message as the person who gets it sees it. */
export function TemplatePreview({ header, body, footer, buttons }: Props) {
  return (
    <figure className="template-preview" aria-label="Preview of the message">
      <div className="template-bubble">
        {header && <b>{header}</b>}
        <p>{body || <span className="dimmed">The text of the message</span>}</p>
        {footer && <small className="dimmed">{footer}</small>}
      </div>
      {buttons.map((button) => (
        <div key={button} className="template-button">
          {button}
        </div>
      ))}
    </figure>
  )
}
