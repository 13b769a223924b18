// Enhancements only: without this script every page still has its content, tabs and search.
const root = document.documentElement
const stored = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const store = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Without storage the browser asks again.
  }
}

// Runs before the page is drawn, so that it does not flash.
const chosen = stored('quoin-docs-theme')
if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen

document.addEventListener('DOMContentLoaded', () => {
  forward()
  addThemeButton()
  syncTabs()
  addCopyButtons()
  followContents()
  closeMenu()
  // Pages that were exported as files have no server to ask.
  if ('static' in root.dataset) return
  addSearch()
  for (const place of document.querySelectorAll('.try')) addTry(place)
})

/** Redirects anchors from when the site was one page to the pages that replaced it. */
function forward() {
  if (location.pathname !== '/docs' || location.hash.length < 2) return
  const MOVED = {
    start: '/docs/quickstart',
    authentication: '/docs/concepts/authentication',
    'test-keys': '/docs/concepts/test-keys',
    conventions: '/docs/concepts/conventions',
    'errors-explained': '/docs/errors',
    idempotency: '/docs/concepts/idempotency',
    pages: '/docs/concepts/pagination',
    'rate-limits': '/docs/concepts/rate-limits',
    credits: '/docs/concepts/credits',
  }
  const id = decodeURIComponent(location.hash.slice(1))
  const link = document.getElementById(id)?.querySelector(':scope > a')
  const isIndexed = link && link.closest('.index, .codes')
  const to = isIndexed ? link.getAttribute('href') : MOVED[id]
  if (to) location.replace(to)
  else if (id.startsWith('resource-')) location.replace(`/docs/${id.slice(9).replaceAll('_', '-')}`)
}

function isDark() {
  const { theme } = root.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

function addThemeButton() {
  const button = document.querySelector('.theme')
  const label = () => button.setAttribute('aria-label', isDark() ? 'Use light theme' : 'Use dark theme')
  button.hidden = false
  label()
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    store('quoin-docs-theme', root.dataset.theme)
    label()
  })
}

/** Applies the chosen language on every page. */
function syncTabs() {
  const inputs = [...document.querySelectorAll('.tabs input')]
  const choose = (language) => {
    for (const input of inputs) if (input.value === language) input.checked = true
  }
  const remembered = stored('quoin-docs-language')
  if (remembered) choose(remembered)
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('.tabs input')) return
    // The content above changes its height: the chosen tab keeps its position.
    const top = target.parentElement.getBoundingClientRect().top
    choose(target.value)
    store('quoin-docs-language', target.value)
    scrollBy(0, target.parentElement.getBoundingClientRect().top - top)
  })
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) addCopyButton(block)
}

function addCopyButton(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const say = (word) => {
    button.textContent = word
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }
  button.addEventListener('click', () => {
    const code = [...block.querySelectorAll('pre code')].find((each) => each.offsetParent !== null)
    if (navigator.clipboard) {
      navigator.clipboard.writeText(code.textContent).then(
        () => say('Copied'),
        () => say('Copy failed'),
      )
    } else {
      // Plain HTTP from another machine has no clipboard: the text is selected, so that one key press copies it.
      getSelection().selectAllChildren(code)
      say('Selected')
    }
  })
  block.append(button)
}

/** Marks the reader's position in "On this page" and under the current page of the navigation. */
function followContents() {
  const links = new Map()
  for (const link of document.querySelectorAll('.toc a, #menu ul ul a')) {
    const id = decodeURIComponent(link.hash.slice(1))
    links.set(id, [...(links.get(id) ?? []), link])
  }
  const targets = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  if (targets.length === 0) return
  let current = []
  const follow = () => {
    const target = targets.findLast((each) => each.getBoundingClientRect().top < 130)
    const next = (target && links.get(target.id)) ?? []
    if (next === current) return
    for (const link of current) link.removeAttribute('aria-current')
    for (const link of next) {
      link.setAttribute('aria-current', 'true')
      if (link.offsetParent) link.scrollIntoView({ block: 'nearest' })
    }
    current = next
  }
  document.addEventListener('scroll', follow, { passive: true })
  follow()
}

/** Closes the navigation, which covers the page on a phone, when a link within the page is followed. */
function closeMenu() {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && location.hash === '#menu') location.hash = '#content'
  })
}

function addSearch() {
  const form = document.querySelector('.search')
  const input = form.querySelector('input')
  const box = form.querySelector('.results')
  let asked = 0
  let timer
  box.id = 'search-results'
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-controls': box.id,
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
  }))
    input.setAttribute(name, value)

  const options = () => [...box.querySelectorAll('a')]
  const show = (isOpen) => {
    box.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) input.removeAttribute('aria-activedescendant')
  }
  const select = (option) => {
    for (const each of options()) each.setAttribute('aria-selected', String(each === option))
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }

  async function ask() {
    const query = input.value.trim()
    const number = ++asked
    if (!query) return show(false)
    const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`).catch(() => undefined)
    if (number !== asked || !response?.ok) return
    const { data } = await response.json()
    box.replaceChildren(data.length > 0 ? resultList(data.slice(0, 8)) : textOf('p', 'No results. Try fewer or different words.'))
    show(true)
    select(options()[0])
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), 90)
  })
  input.addEventListener('focus', () => {
    if (input.value.trim() && box.childElementCount > 0) show(true)
  })
  input.addEventListener('keydown', (event) => {
    const all = options()
    const at = all.findIndex((each) => each.getAttribute('aria-selected') === 'true')
    if (event.key === 'Escape') show(false)
    else if (event.key === 'Enter' && !box.hidden && all[at]) {
      event.preventDefault()
      all[at].click()
      show(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      select(all[(at + step + all.length) % all.length])
    }
  })
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target) || event.target.closest('.found')) show(false)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

/** Renders results as options for the arrow keys. */
function resultList(found) {
  const list = textOf('div', '')
  list.className = 'found'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Results')
  found.forEach(({ path, page, title, excerpt }, at) => {
    const link = document.createElement('a')
    link.href = path
    link.id = `result-${at}`
    link.tabIndex = -1
    link.setAttribute('role', 'option')
    link.append(textOf('b', title))
    if (title !== page) link.append(textOf('small', page))
    link.append(textOf('span', excerpt))
    list.append(link)
  })
  return list
}

function textOf(tag, text) {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

const KEY = 'quoin-docs-test-key'
const SHOWN = ['x-quoin-request-id', 'x-credits-charged', 'x-price-book', 'x-test-quota-remaining', 'location', 'content-type']

/** Sends the example with a test key, which changes nothing. The key stays in this tab, and the portal's session is not used. */
function addTry(place) {
  const request = JSON.parse(place.dataset.request)
  const open = textOf('button', 'Try it')
  open.type = 'button'
  open.className = 'plain'
  open.addEventListener('click', () => {
    open.remove()
    place.append(formOf(request))
    place.querySelector('input').focus()
  })
  place.append(open)
}

function formOf({ method, path, params = {}, query = {}, body, once }) {
  const form = document.createElement('form')
  const field = (label, value, tag = 'input') => {
    const element = document.createElement(tag)
    element.value = value
    element.spellcheck = false
    element.autocomplete = 'off'
    const wrapper = textOf('label', label)
    wrapper.append(element)
    form.append(wrapper)
    return element
  }
  const key = field('Test key', sessionStorage.getItem(KEY) ?? '')
  key.placeholder = 'qk_test_…'
  key.type = 'password'
  const ids = Object.entries(params).map(([name, value]) => ({ name, input: field(name, value) }))
  const filters = Object.entries(query).map(([name, value]) => ({ name, input: field(`${name} (query)`, value) }))
  const json = body === undefined ? undefined : field('Body', JSON.stringify(body, null, 2), 'textarea')
  const row = document.createElement('div')
  row.className = 'row'
  const send = textOf('button', 'Send')
  row.append(send, note('A test key changes nothing and costs nothing. It stays in this tab.'))
  const answer = document.createElement('div')
  answer.className = 'answer'
  answer.setAttribute('aria-live', 'polite')
  form.append(row, answer)

  const submit = async () => {
    const value = key.value.trim()
    if (!value.startsWith('qk_test_'))
      return answer.replaceChildren(note('Use a key that starts with qk_test_: a live key would make real changes.', 'bad'))
    sessionStorage.setItem(KEY, value)
    let filled = path
    for (const { name, input } of ids) filled = filled.replace(`{${name}}`, encodeURIComponent(input.value))
    const search = new URLSearchParams()
    for (const { name, input } of filters) if (input.value) search.set(name, input.value)
    const headers = { authorization: `Bearer ${value}` }
    if (json) headers['content-type'] = 'application/json'
    if (once) headers['idempotency-key'] = crypto.randomUUID?.() ?? String(Math.random())
    send.disabled = true
    const began = performance.now()
    try {
      const response = await fetch(`${filled}${search.size > 0 ? `?${search}` : ''}`, {
        method,
        headers,
        body: json?.value,
        credentials: 'omit',
      })
      showAnswer(answer, response, await response.text(), performance.now() - began)
    } catch {
      answer.replaceChildren(note('The server did not respond.', 'bad'))
    }
    send.disabled = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  return form
}

function note(text, kind = '') {
  const element = textOf('p', text)
  element.className = `note ${kind}`
  return element
}

function showAnswer(place, response, text, ms) {
  const list = document.createElement('dl')
  for (const name of SHOWN) {
    const value = response.headers.get(name)
    if (value !== null) list.append(textOf('dt', name), textOf('dd', value))
  }
  const figure = document.createElement('figure')
  figure.className = 'code'
  figure.append(textOf('figcaption', `${response.status} ${response.statusText} in ${Math.round(ms)} ms`))
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.append(textOf('code', prettyOf(text)))
  figure.append(block)
  addCopyButton(figure)
  place.replaceChildren(list, figure)
}

function prettyOf(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
