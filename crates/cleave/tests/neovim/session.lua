-- Drives `cleave lsp` with Neovim's own client, and prints what the server answers. Arguments: the binary, the folder of the project.
local cleave, folder = vim.env.CLEAVE_BINARY, vim.env.CLEAVE_PROJECT

local function out(...)
  io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), ' ') .. '\n')
end

local published = {}
local client = vim.lsp.start_client({
  name = 'cleave',
  cmd = { cleave, 'lsp', '--own-headers' },
  root_dir = folder,
  handlers = {
    ['textDocument/publishDiagnostics'] = function(_, result)
      published[vim.uri_to_fname(result.uri)] = result.diagnostics
    end,
  },
})

local function open(name)
  vim.cmd('edit ' .. folder .. '/' .. name)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end

-- What is said of a file once it is what is wanted.
local function wait_for(name, wanted)
  local path = folder .. '/' .. name
  local done = vim.wait(30000, function()
    return published[path] ~= nil and wanted(published[path])
  end, 10)
  out(name, done and 'says' or 'does not say:')
  for _, d in ipairs(published[path] or {}) do
    out(' ', d.range.start.line .. ':' .. d.range.start.character, d.code, d.message)
  end
end

local function request(buffer, method, line, character, more)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = character },
  }
  local answers = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend('force', params, more or {}), 30000)
  local answer = (answers or {})[client] or {}
  return answer.result
end

local function place(location)
  local path = vim.uri_to_fname(location.uri):sub(#folder + 2)
  return path .. ':' .. location.range.start.line .. ':' .. location.range.start.character
end

local buffer = open('first.cu')
wait_for('first.cu', function(all)
  return #all == 1
end)
-- The error goes away as it is typed over.
vim.api.nvim_buf_set_text(buffer, 4, 16, 4, 23, { 'scaled' })
wait_for('first.cu', function(all)
  return #all == 0
end)
local hover = request(buffer, 'textDocument/hover', 4, 17)
out('hover', (hover.contents.value:gsub('\n', ' | ')))
for _, location in ipairs(request(buffer, 'textDocument/definition', 4, 17)) do
  out('definition', place(location))
end
open('second.cu')
wait_for("second.cu", function()
  return true
end)
local references = request(buffer, 'textDocument/references', 4, 17, { context = { includeDeclaration = true } })
for _, location in ipairs(references) do
  out('reference', place(location))
end
-- Typing in front of what is there: members are offered in text that is not complete.
vim.api.nvim_buf_set_lines(buffer, 5, 5, false, { '    Grid g; g.' })
local completion = request(buffer, 'textDocument/completion', 5, 14)
local labels = {}
for _, item in ipairs(completion.items) do
  table.insert(labels, item.label)
end
out('completion', table.concat(labels, ' '))
for _, symbol in ipairs(request(buffer, 'textDocument/documentSymbol', 0, 0)) do
  out('symbol', symbol.name, symbol.detail)
end
vim.lsp.stop_client(client)
vim.wait(2000, function()
  return vim.lsp.client_is_stopped(client)
end, 10)
out('stopped', vim.lsp.client_is_stopped(client))
vim.cmd('qall!')
