import type { Context, Principal } from '../../../kit/context.ts'
import { callPlatform } from '../inbox/platform-call.ts'
import { getCapableAccount } from './account.ts'
import type {
  NumberVerification,
  RegisteredNumber,
  RegisterNumberRequest,
  RequestCodeRequest,
  VerifyCodeRequest,
} from './contract/numbers.ts'

export async function requestCode(
  ctx: Context,
  principal: Principal,
  accountId: string,
  { method, language = 'en_US' }: RequestCodeRequest,
): Promise<NumberVerification> {
  const account = await getCapableAccount(ctx, ctx.db, principal, accountId, 'numbers.verify')
  await callPlatform(ctx, account, 'numbers.verify', (verification, session) =>
    verification.requestCode(session, { method, language }),
  )
  return { account_id: accountId, status: 'code_sent' }
}

/** Verifies the code, which is used for this call only. */
export async function verifyCode(
  ctx: Context,
  principal: Principal,
  accountId: string,
  { code }: VerifyCodeRequest,
): Promise<NumberVerification> {
  const account = await getCapableAccount(ctx, ctx.db, principal, accountId, 'numbers.verify')
  await callPlatform(ctx, account, 'numbers.verify', (verification, session) => verification.verifyCode(session, code))
  return { account_id: accountId, status: 'verified' }
}

/** Registers the number; the pin is used for this call only. */
export async function registerNumber(
  ctx: Context,
  principal: Principal,
  accountId: string,
  { pin, data_localization_region: region = null }: RegisterNumberRequest,
): Promise<RegisteredNumber> {
  const account = await getCapableAccount(ctx, ctx.db, principal, accountId, 'numbers')
  const number = await callPlatform(ctx, account, 'numbers', (numbers, session) =>
    numbers.register(session, { pin, dataLocalizationRegion: region }),
  )
  return { account_id: accountId, phone_number_id: number.phoneNumberId, status: number.status }
}
