// The build checks the names: an import that a style sheet does not have is an error.
declare module '*.module.css'
