import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from './reply-window.ts'
import { fillComponents, filledText, listTemplateFields, type Template } from './template-fields.ts'

const template = (components: object[]) => ({ components }) as unknown as Template

test('the values of a template are requested and sent in the order of its placeholders', () => {
  const order = template([
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Dear {{1}}, order {{2}} is on its way, {{1}}.' },
    { type: 'FOOTER', text: 'Thank you' },
  ])
  assert.deepEqual(
    listTemplateFields(order).map(({ part, name }) => `${part} ${name}`),
    ['header 1', 'body 1', 'body 2'],
  )
  const values = { 'header 1': '1001', 'body 1': 'Ann' }
  assert.equal(filledText(order, values), 'Order 1001\nDear Ann, order {{2}} is on its way, Ann.')
  assert.deepEqual(fillComponents(order, { ...values, 'body 2': '1001' }), [
    { type: 'header', parameters: [{ type: 'text', text: '1001' }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'Ann' },
        { type: 'text', text: '1001' },
      ],
    },
  ])
})

test('named placeholders are sent with their names, and a template without placeholders sends none', () => {
  const named = template([{ type: 'BODY', text: 'Dear {{first_name}}' }])
  assert.deepEqual(fillComponents(named, { 'body first_name': 'Ann' }), [
    { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ann' }] },
  ])
  assert.deepEqual(fillComponents(template([{ type: 'BODY', text: 'Hello' }]), {}), [])
})

test('a media header takes a URL', () => {
  const pictured = template([
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Hello' },
  ])
  assert.deepEqual(fillComponents(pictured, { 'header 1': 'https://example.com/a.png' }), [
    { type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.png' } }] },
  ])
})

test('the remaining reply window is formatted in its two largest units', () => {
  const formatMs = (ms: number) => formatDuration(ms).replaceAll(/\s/g, ' ')
  assert.match(formatMs(11_520_000), /^3 hr 12 min$|^3 hrs 12 mins$/)
  assert.match(formatMs(10_000), /^1 min$/)
  assert.match(formatMs(26 * 3_600_000), /^1 day 2 hrs?$/)
})
