import { Checkbox, Textarea } from '@mantine/core'
import type { Violation } from '../../../api/violation.ts'
import { accountName } from '../../../resources/accounts/names.ts'
import { isSimple, OptionField } from '../../../resources/accounts/option-field.tsx'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { Counters } from './counters.tsx'
import { type Draft, type DraftContext, type DraftTarget, findTargetPlatform, readSchemaProperties } from './draft.ts'
import * as css from './target-part.module.css'
import { violationsAt } from './use-validation.ts'
import { Violations } from './violations.tsx'

interface Props {
  readonly draft: Draft
  readonly target: DraftTarget
  readonly at: number
  readonly known: DraftContext
  readonly violations: readonly Violation[]
  readonly onChange: (part: Partial<DraftTarget>) => void
}

/** Options of one account: its own text, and those of its platform. */
export function TargetPart({ draft, target, at, known, violations, onChange }: Props) {
  const account = known.accounts.get(target.accountId)
  const platform = findTargetPlatform(known, target)
  if (!account || !platform) return null
  const name = accountName(account)
  const options = Object.entries(readSchemaProperties(platform.options_schema)).filter(
    ([option, schema]) => isSimple(schema) && option !== 'alt_texts',
  )
  const wrong = violationsAt(violations, 'targets', at, 'options')
  const setOption = (option: string, value: unknown) => {
    const { [option]: _, ...others } = target.options
    onChange({ options: value === undefined ? others : { ...others, [option]: value } })
  }
  return (
    <details className={css.target}>
      <summary>
        <PlatformIcon platform={platform.id} size={14} /> {name} <span className="dimmed">{platform.label}</span>
        {wrong.length > 0 && <span className="compose-violation">Needs attention</span>}
      </summary>
      <div className={css.fields}>
        <Checkbox
          label="Customize text"
          checked={target.content !== undefined}
          onChange={({ currentTarget }) => onChange({ content: currentTarget.checked ? draft.content : undefined })}
        />
        {target.content !== undefined && (
          <div>
            <Textarea
              label={`Text for ${name}`}
              className="compose-text"
              rows={4}
              value={target.content}
              onChange={({ currentTarget }) => onChange({ content: currentTarget.value })}
            />
            <Counters draft={draft} targets={[target]} known={known} />
            <Violations list={violationsAt(violations, 'targets', at, 'content')} />
          </div>
        )}
        {options.map(([option, schema]) => (
          <OptionField
            key={option}
            name={option}
            schema={schema}
            value={target.options[option]}
            error={violationsAt(wrong, 'targets', at, 'options', option)[0]?.msg}
            onChange={(value) => setOption(option, value)}
          />
        ))}
        <Violations list={wrong.filter(({ loc }) => loc.length === 4)} />
      </div>
    </details>
  )
}
