import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BRAND, MEANING, NEUTRAL, type Scheme } from './colors.ts'

type Triple = readonly [number, number, number]

const SCHEMES = ['light', 'dark'] as const satisfies readonly Scheme[]
const GROUND = { light: '#ffffff', dark: NEUTRAL.dark[1] }

/** Matrices of Machado, Oliveira and Fernandes (2009) for complete color blindness, applied to linear RGB. */
const SIGHTS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Distance in OKLab at which two marks in a list are plainly different; 0.02 is just noticeable side by side. */
const DISTANCE_MIN = 0.08

function toLinear(hex: string): Triple {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as never
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function toOklab(rgb: Triple): Triple {
  const cones: Triple = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], rgb)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], rgb)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], rgb)),
  ]
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ]
}

function see(hex: string, sight: readonly [Triple, Triple, Triple]): Triple {
  const rgb = toLinear(hex)
  return toOklab(sight.map((row) => Math.min(Math.max(dot(row, rgb), 0), 1)) as never)
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [a, b]
    .map((hex) => dot([0.2126, 0.7152, 0.0722], toLinear(hex)))
    .toSorted((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

for (const scheme of SCHEMES) {
  for (const [name, sight] of Object.entries(SIGHTS))
    test(`brand colors are told apart: ${scheme}, ${name} sight`, () => {
      const seen = BRAND.map(({ name: color, [scheme]: hex }) => [color, see(hex, sight)] as const)
      for (const [index, [color, one]] of seen.entries())
        for (const [other, two] of seen.slice(0, index)) {
          const distance = Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])
          assert.ok(distance >= DISTANCE_MIN, `${color} and ${other}: ${distance.toFixed(3)}`)
        }
    })

  test(`colors have enough contrast: ${scheme}`, () => {
    const ground = GROUND[scheme]
    for (const { name, [scheme]: hex } of BRAND) assert.ok(contrast(hex, ground) >= 3, name)
    for (const [name, { [scheme]: colors }] of Object.entries(MEANING))
      for (const under of [ground, colors[1]]) assert.ok(contrast(colors[0], under) >= 4.5, `${name} on ${under}`)
  })
}
