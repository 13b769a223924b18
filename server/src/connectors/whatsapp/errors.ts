import { refuse } from '../api/known-errors.ts'
import type { GraphError, GraphErrors } from '../meta/errors.ts'

const limit = (rule: string, message: string, retryAfterSeconds: number): GraphError => ({
  kind: 'rate_limited',
  rule: `rate.${rule}`,
  message,
  retryAfterSeconds,
})
const transient = (rule: string, message: string): GraphError => ({ kind: 'transient', rule, message })

const HOURS = 3600
const FLOW = 'Check the flow in the WhatsApp Manager.'
const FORMAT = 'Change what the message names, and create the template again.'
const WAIT = 'Wait a while before you try again.'

/** Errors by code and subcode: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
export const errors: GraphErrors = {
  '0': {
    kind: 'auth',
    rule: 'token.invalid',
    message: 'Meta no longer accepts this sign-in.',
    remediation: 'Make a new token for the system user, and connect the account again.',
  },
  '33': refuse('number.deleted', 'The phone number was deleted.', 'Connect the account with another number.'),
  '2200': refuse(
    'webhook.unreachable',
    'Meta could not reach the address for webhooks, or got a wrong answer there.',
    'Check that PUBLIC_URL is the address of this server on the internet.',
  ),
  '130429': limit('throughput', 'The phone number sends more messages per second than it may.', 5),
  '130472': refuse(
    'recipient.experiment',
    'Meta holds marketing messages to this person back, as part of an experiment.',
    'Do not send it again. The person can be reached after they have written.',
  ),
  '130497': refuse(
    'account.country',
    'The business account may not write to people in this country.',
    "Look at WhatsApp's messaging policy for the country.",
  ),
  '131000': transient('message.unknown_error', 'WhatsApp could not send the message for an unknown reason.'),
  '131005': refuse('permission.missing', 'The sign-in does not allow this.', 'Connect the account again and allow it.'),
  '131008': refuse('request.parameter_missing', 'The request lacks a parameter.', 'Complete the template or message.'),
  '131009': refuse('request.parameter', 'A value of the request is not accepted.', 'Change what the platform names.'),
  '131016': transient('service.unavailable', 'WhatsApp is temporarily unavailable.'),
  '131021': refuse('recipient.is_sender', 'The recipient is the sender.', 'Send it to another number.'),
  '131026': refuse(
    'recipient.undeliverable',
    'The message cannot be delivered: the number may not be on WhatsApp, or its app is too old.',
    'Check the number, and ask the person to update WhatsApp.',
  ),
  '131030': refuse(
    'recipient.not_allowed',
    'A test number writes only to the numbers on its list.',
    "Add the recipient to the list in the app's dashboard, or use a number of your own.",
  ),
  '131031': refuse('account.locked', 'The business account is locked.', 'Look at the account in the WhatsApp Manager.'),
  '131037': refuse(
    'number.name_not_approved',
    'The display name of the number is not approved yet.',
    'Set a display name in the WhatsApp Manager and wait for its approval.',
  ),
  '131042': refuse(
    'account.payment',
    'The business account has a problem with its payment method.',
    'Check the payment settings in the WhatsApp Manager.',
  ),
  '131045': refuse('number.certificate', 'The number is not registered correctly.', 'Register the number again.'),
  '131047': refuse(
    'message.window',
    "More than 24 hours have passed since the other person's last message.",
    'Send an approved template instead.',
  ),
  '131048': limit('spam', 'The number may send fewer messages for now: too many were blocked or reported.', 6 * HOURS),
  '131049': refuse(
    'recipient.marketing_limit',
    'Meta did not deliver the marketing message, because the person got enough of them.',
    'Wait at least a day before you send marketing to this person again.',
  ),
  '131050': refuse(
    'recipient.opted_out',
    'The person does not want marketing messages from this number.',
    'Do not send marketing to this person.',
  ),
  '131051': refuse('message.type', 'WhatsApp does not support this type of message.', 'Send another type.'),
  '131052': refuse('media.download', "WhatsApp could not get the person's file.", 'Ask the person to send it again.'),
  '131053': refuse('media.upload', 'WhatsApp could not read the file.', 'Check the type and the size of the file.'),
  '131055': refuse('message.method', 'This kind of template cannot be sent in this way.', 'Send another template.'),
  '131056': limit('pair', 'Too many messages went to this person in a short time.', 10),
  '131057': limit('maintenance', 'The business account is in maintenance, for example for a higher throughput.', 300),
  '132000': refuse(
    'template.parameter_count',
    'The number of parameters is not that of the template.',
    'Send one parameter for each placeholder.',
  ),
  '132001': refuse(
    'template.missing',
    'The template does not exist in this language, or is not approved.',
    'Check its name and language, and wait for its approval.',
  ),
  '132005': refuse('template.too_long', 'The text is too long with its parameters.', 'Use shorter parameters.'),
  '132007': refuse('template.policy', "The template's content breaks a policy.", 'Change the template.'),
  '132012': refuse(
    'template.parameter_format',
    'A parameter has the wrong form.',
    'Send it as the template defines it.',
  ),
  '132015': refuse(
    'template.paused',
    'The template is paused because of its quality.',
    'Edit it, or send another one.',
  ),
  '132016': refuse('template.disabled', 'The template is disabled for good.', 'Create another template.'),
  '132068': refuse('flow.blocked', 'The flow is blocked.', FLOW),
  '132069': limit('flow', 'The flow is throttled: ten messages with it were sent in the last hour.', HOURS),
  '133000': refuse('number.not_deregistered', 'An earlier deregistration failed.', 'Deregister the number again.'),
  '133004': transient('service.unavailable', 'WhatsApp is temporarily unavailable.'),
  '133005': refuse(
    'number.pin',
    'The pin is not that of the number.',
    'Send the right pin, or set another one in the WhatsApp Manager.',
  ),
  '133006': refuse('number.not_verified', 'The number must be verified first.', 'Request a code and verify it.'),
  '133008': limit('pin', 'Too many wrong pins were tried.', 12 * HOURS),
  '133009': limit('pin', 'The pins were tried too fast.', 60),
  '133010': refuse('number.not_registered', 'The number is not registered.', 'Register it with its pin.'),
  '133015': limit('registration', 'The number was deleted a moment ago.', 300),
  '133016': limit('registration', 'The number was registered ten times in 72 hours.', 72 * HOURS),
  '134011': refuse('account.payment_terms', 'The terms of WhatsApp Payments are not accepted.', 'Accept them at Meta.'),
  '135000': refuse('request.parameter', 'WhatsApp refuses the request.', 'Check what was sent.'),
  '136024': refuse('number.code_not_sent', 'Meta could not send the code.', `${WAIT} Or ask for a call instead.`),
  '136025': refuse('number.code', 'The code is wrong or has expired.', 'Check the code, or request another one.'),
  '100/2388019': refuse(
    'template.max_count',
    'The business account has all the templates it may have.',
    'Delete some.',
  ),
  '100/2388023': refuse(
    'template.deleting',
    'A template of this name and language is being deleted.',
    'Use another name.',
  ),
  '100/2388024': refuse('template_exists', 'A template of this name and language exists.', 'Use another name.'),
  '100/2388040': refuse('template.max_characters', 'A part of the template is too long.', FORMAT),
  '100/2388043': refuse('template.parts', 'A part of the template, or its example, is missing.', FORMAT),
  '100/2388047': refuse('template.header', 'The header is not accepted.', FORMAT),
  '100/2388072': refuse('template.body', 'The body is not accepted.', FORMAT),
  '100/2388073': refuse('template.footer', 'The footer is not accepted.', FORMAT),
  '100/2388293': refuse('template.parameter_ratio', 'The body has too many parameters for its length.', FORMAT),
  '100/2388299': refuse('template.parameter_position', 'The body starts or ends with a parameter.', FORMAT),
  '2388040': refuse('template.max_characters', 'A part of the template is too long.', FORMAT),
  '2388047': refuse('template.header', 'The header is not accepted.', FORMAT),
  '2388072': refuse('template.body', 'The body is not accepted.', FORMAT),
  '2388073': refuse('template.footer', 'The footer is not accepted.', FORMAT),
  '2388293': refuse('template.parameter_ratio', 'The body has too many parameters for its length.', FORMAT),
  '2388299': refuse('template.parameter_position', 'The body starts or ends with a parameter.', FORMAT),
  '2494100': refuse('number.maintenance', 'The number is being moved.', WAIT),
}
