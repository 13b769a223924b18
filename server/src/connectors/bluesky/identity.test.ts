import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHostIn } from './identity.ts'

test("an identity's data server is the one of this identity, whatever else its document lists", () => {
  const id = 'did:plc:alice'
  const at = (service: string, host: string) => ({ id: service, serviceEndpoint: `https://${host}` })
  const others = [at('did:plc:mallory#atproto_pds', 'other.example.com'), at('x#atproto_pds', 'x.example.com')]
  assert.equal(findHostIn({ id, service: others }), undefined)
  for (const own of ['#atproto_pds', `${id}#atproto_pds`])
    assert.equal(findHostIn({ id, service: [...others, at(own, 'pds.example.com')] }), 'https://pds.example.com')
})
