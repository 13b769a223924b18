import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorMs } from '../../../test/support/processor-time.ts'
import { checkParameters, renderBody } from './message-template.ts'

const text = (value: string, parameter_name?: string) => ({
  type: 'text',
  text: value,
  ...(parameter_name !== undefined && { parameter_name }),
})

test('numbered placeholders take parameters by their numbers, whatever their order in the text', () => {
  const definition = [{ type: 'BODY', text: '{{2}} before {{1}}, {{2}} again' }]
  const sent = [{ type: 'body', parameters: [text('one'), text('two')] }]
  assert.deepEqual(checkParameters(definition, sent), [])
  assert.equal(renderBody(definition, sent), 'two before one, two again')
})

test('amounts and dates are rendered by their fallback, and a value is not read for placeholders', () => {
  const definition = [{ type: 'BODY', text: 'Pay {{1}} on {{2}}' }]
  const parameters = [
    { type: 'currency', currency: { fallback_value: '5 EUR', code: 'EUR', amount_1000: 5000 } },
    text('{{1}}'),
  ]
  assert.equal(renderBody(definition, [{ type: 'body', parameters }]), 'Pay 5 EUR on {{1}}')
})

test('a definition of any shape is checked without an error', () => {
  for (const definition of [[], [{}], [{ type: 'BODY', text: 5 }], [{ type: 7 }], [{ type: 'BODY' }]]) {
    assert.deepEqual(checkParameters(definition, []), [])
    assert.equal(renderBody(definition, []), null)
  }
})

test('many and repeated placeholders take little time and make no long text', async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `n${index}`)
  const definition = [{ type: 'BODY', text: names.map((name) => `{{${name}}}`).join('') }]
  const sent = [{ type: 'body', parameters: names.map((name) => text('x', name)) }]
  const long = [{ type: 'BODY', text: '{{1}}'.repeat(10_000) }]
  const reversed = sent.map((one) => ({ ...one, parameters: one.parameters.toReversed() }))
  const ms = await processorMs(() => {
    assert.deepEqual(checkParameters(definition, reversed), [])
    assert.equal(renderBody(definition, sent), 'x'.repeat(5000))
    assert.equal(renderBody(long, [{ type: 'body', parameters: [text('y'.repeat(60_000))] }])?.length, 10_000)
  })
  assert.ok(ms < 500, `${ms} ms`)
})
