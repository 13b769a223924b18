import type { Connector } from '../connector.ts'
import { checkLimits } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { googleBusiness, type Options } from './platform.ts'

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const problems = [...checkLimits(googleBusiness.id, googleBusiness.limits, draft), ...checkOptions(draft.options)]
  if (metadata['can_post'] === false)
    problems.push({
      rule: 'google_business.location.no_posts',
      path: ['content'],
      message: 'Google does not allow posts at this location.',
      remediation: 'Choose another location.',
    })
  return problems
}

/** Checks the rules between options, which the schema of a single option cannot express. */
function checkOptions(options: Options): Problem[] {
  const { kind = 'update', call_to_action: action, call_to_action_url: url } = options
  const { start_date: start, end_date: end = start, start_time = '00:00', end_time = '23:59' } = options
  const problems: Problem[] = []
  const add = (rule: string, option: keyof Options, message: string, remediation: string) =>
    problems.push({ rule: `google_business.${rule}`, path: ['options', option], message, remediation })

  const eventOptions = ['title', 'start_date', 'start_time', 'end_date', 'end_time'] as const
  const offerOptions = ['coupon_code', 'redeem_url', 'terms'] as const
  for (const option of [...(kind === 'update' ? eventOptions : []), ...(kind === 'offer' ? [] : offerOptions)])
    if (options[option] !== undefined)
      add('option.misplaced', option, `A post of kind ${kind} has no ${option}.`, 'Remove it or change the kind.')

  if (kind !== 'update' && start === undefined)
    add('event.no_start', 'start_date', `An ${kind} needs the day it starts.`, 'Send start_date.')
  if (start !== undefined && end !== undefined && `${end} ${end_time}` < `${start} ${start_time}`)
    add('event.ends_first', 'end_date', 'It ends before it starts.', 'Send a later end.')
  for (const [option, day] of [
    ['start_date', start],
    ['end_date', options.end_date],
  ] as const)
    if (day !== undefined && !isDay(day)) add('event.no_such_day', option, `${day} is no day.`, 'Send another day.')

  if (kind === 'offer' && action !== undefined)
    add('offer.no_button', 'call_to_action', 'Google shows no button under an offer.', 'Send redeem_url instead.')
  if (action !== undefined && action !== 'call' && url === undefined)
    add('button.no_url', 'call_to_action_url', 'The button leads nowhere.', 'Send call_to_action_url.')
  if (url !== undefined && (action === undefined || action === 'call'))
    add('button.no_place', 'call_to_action_url', 'There is no button that could lead there.', 'Remove it.')
  return problems
}

/** False for the 30th of February. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
