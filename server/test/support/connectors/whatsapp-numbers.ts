import { type Any, invalid, Refusal } from './whatsapp-graph.ts'

export function requestCode(number: Any, body: Any): unknown {
  if (!['SMS', 'VOICE'].includes(body?.code_method) || !/^[a-z]{2}_[A-Z]{2}$/.test(body?.language ?? ''))
    throw invalid('code_method or language is not valid')
  if (number.code_verification_status === 'VERIFIED') throw new Refusal(136_024, 'Request code error')
  number.code = '246810'
  return { success: true }
}

export function verifyCode(number: Any, body: Any): unknown {
  if (number.code === undefined || body?.code !== number.code) throw new Refusal(136_025, 'Verify code error')
  number.code_verification_status = 'VERIFIED'
  return { success: true }
}

export function changeSettings(number: Any, body: Any): unknown {
  const storage = body?.storage_configuration
  if (!storage) throw invalid('storage_configuration is missing')
  if (number.status === 'CONNECTED') throw invalid('Deregister the number before you change its storage configuration')
  number.storage = storage
  return { success: true }
}

export function register(number: Any, body: Any): unknown {
  if (body?.messaging_product !== 'whatsapp' || !/^\d{6}$/.test(body?.pin ?? '')) throw invalid('pin is not valid')
  if (body.data_localization_region !== undefined)
    throw invalid('data_localization_region is deprecated, use the settings of the phone number')
  if (number.code_verification_status !== 'VERIFIED') throw new Refusal(133_006, 'Phone number re-verification needed')
  if (number.pin !== null && number.pin !== body.pin) throw new Refusal(133_005, 'Two step verification PIN mismatch')
  number.pin = body.pin
  number.status = 'CONNECTED'
  return { success: true }
}
