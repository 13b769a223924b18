import { Anchor, Text } from '@mantine/core'
import { PlayIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { creditsText } from '../data-labels.ts'
import type { Action } from '../use-actions.ts'
import * as css from './run-bar.module.css'

interface Props {
  readonly action: Action
  /** Maximum price, once it is known. */
  readonly credits: number | undefined
  /** True when the workspace has bought the same. */
  readonly isRepeat: boolean
  readonly isRunning: boolean
}

/** The run button with its price, and the balance. */
export function RunBar({ action, credits, isRepeat, isRunning }: Props) {
  const { data: balance } = useRead('credits.get', undefined, { everySeconds: 15 })
  const isShort = balance !== undefined && credits !== undefined && credits > balance.available
  return (
    <div className={css.bar}>
      <WriteButton type="submit" fullWidth loading={isRunning} leftSection={<PlayIcon size={16} />}>
        {formatRunLabel(action, credits, isRepeat)}
      </WriteButton>
      <Text size="xs" mih={18} {...(isShort ? { role: 'status' } : { c: 'dimmed' })}>
        {balance && <>You have {creditsText(balance.available)}</>}
        {isShort && (
          <>
            , and this needs up to {formatNumber(credits)} while it runs.{' '}
            <Anchor component={Link} href="/billing" inherit>
              Get credits
            </Anchor>
          </>
        )}
        {balance && !isShort && '.'}
      </Text>
    </div>
  )
}

/** Formats the label of the button. A single result has a fixed price; for many, only those found are charged. */
function formatRunLabel({ credits: one }: Action, credits: number | undefined, isRepeat: boolean): string {
  if (credits === undefined) return 'Run'
  const verb = isRepeat ? 'Buy again' : 'Run'
  return credits > one ? `${verb} for up to ${creditsText(credits)}` : `${verb} for ${creditsText(credits)}`
}

export function priceText({ credits, unit, isWorkflow }: Action): string {
  const price = creditsText(credits)
  return isWorkflow ? `Up to ${price} per row.` : `${price} per ${unit}.`
}
