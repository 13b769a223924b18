// Comforts only: without this script the page has all its content and links.
const filter = document.querySelector('#filter')
const items = [...document.querySelectorAll('#menu li')]
const groups = [...document.querySelectorAll('#menu section')]

function narrow() {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word))
  for (const group of groups) group.hidden = !group.querySelector('li:not([hidden])')
  document.querySelector('.nothing').hidden = groups.some((group) => !group.hidden)
}

filter.hidden = false
filter.addEventListener('input', narrow)
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') document.querySelector('#menu li:not([hidden]) a')?.click()
  if (event.key === 'Escape') {
    filter.value = ''
    narrow()
  }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target === filter) return
  event.preventDefault()
  filter.focus()
})

function say(button, word) {
  button.textContent = word
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}

function copy(button, code) {
  if (navigator.clipboard) {
    navigator.clipboard.writeText(code.textContent).then(
      () => say(button, 'Copied'),
      () => say(button, 'Refused'),
    )
  } else {
    // Plain HTTP from another machine has no clipboard: with the text selected, one key press copies it.
    getSelection().selectAllChildren(code)
    say(button, 'Selected')
  }
}

for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', () => copy(button, figure.querySelector('code')))
  figure.querySelector('figcaption').append(button)
}

const links = new Map(items.map((item) => [item.firstElementChild.hash.slice(1), item.firstElementChild]))
const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
let current

function follow() {
  const section = sections.findLast((candidate) => candidate.getBoundingClientRect().top < 140) ?? sections[0]
  const link = links.get(section.id)
  if (link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  link.scrollIntoView({ block: 'nearest' })
  current = link
}
document.addEventListener('scroll', follow, { passive: true })
follow()
