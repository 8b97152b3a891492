--- What the modules that `viewmodel-generate lua` writes have in common; |viewmodel_host-typed| tells of those.

local creation = require("viewmodel_host.creation")
local errors = require("viewmodel_host.errors")
local int64 = require("viewmodel_host.int64")
local json = require("viewmodel_host.json")

local M = {}

--- An instance of a ViewModel whose members are known; `state` is that of the instance.
---@class viewmodel_host.Typed
---@field instance viewmodel_host.Instance
---@field protected contract string what the module was generated for, in JSON
---@field protected view_model string
local Typed = {}

--- Calls back when a turn has changed the state, as |viewmodel_host.Instance:on_change()| does.
---@param callback fun(change: viewmodel_host.Change)
---@return fun() off ends the registration
function Typed:on_change(callback)
  return self.instance:on_change(callback)
end

--- Calls back with the value of each event of a name.
---@protected
---@param name string
---@param callback fun(value: any)
---@return fun() off ends the registration
function Typed:on_event(name, callback)
  return self.instance:on_event(function(event)
    if event.name == name then
      callback(event.value)
    end
  end)
end

--- Ends the instance.
---@param callback? fun(err: viewmodel_host.Error|nil)
---@return viewmodel_host.Reply
function Typed:dispose(callback)
  return self.instance:dispose(callback)
end

--- The class of a module, which sets its `contract`.
---@param view_model string its name
---@return table
function M.class(view_model)
  local class = { view_model = view_model }
  class.__index = function(self, key)
    if key == "state" then
      return self.instance.state
    end
    local member = class[key]
    return member == nil and Typed[key] or member
  end
  class.__tostring = function(self)
    return tostring(self.instance)
  end
  return class
end

-- Arguments.

---@alias viewmodel_host.Kind string|any[] "integer", "list" and so on, several with " or " between; or the values

-- An argument is a list of its name, its kind and its value; nil: it is left out. It may have `optional = true`.
---@alias viewmodel_host.Argument table

local is_list = vim.islist or vim.tbl_islist

local function is_integer(value)
  return int64.is(value) or (type(value) == "number" and value % 1 == 0 and math.abs(value) <= 2 ^ 53)
end

local IS = {
  integer = is_integer,
  number = function(value)
    return type(value) == "number" or int64.is(value)
  end,
  list = function(value)
    return type(value) == "table" and is_list(value)
  end,
  object = function(value)
    return type(value) == "table" and (next(value) == nil or not is_list(value))
  end,
  null = function(value)
    return value == vim.NIL
  end,
}

---@param kind viewmodel_host.Kind
local function fits(value, kind)
  if type(kind) == "table" then
    return vim.tbl_contains(kind, value)
  end
  for _, name in ipairs(vim.split(kind, " or ", { plain = true })) do
    local is = IS[name]
    if is and is(value) or not is and type(value) == name then
      return true
    end
  end
  return false
end

local ARTICLES = { integer = "an ", object = "an ", null = "" }

---@param kind viewmodel_host.Kind
local function words(kind)
  if type(kind) == "table" then
    return table.concat(vim.tbl_map(vim.inspect, kind), " or ")
  end
  local names = vim.split(kind, " or ", { plain = true })
  return table.concat(
    vim.tbl_map(function(name)
      return (ARTICLES[name] or "a ") .. name
    end, names),
    " or "
  )
end

local function shown(value)
  if type(value) == "number" and value % 1 == 0 and math.abs(value) > 2 ^ 53 then
    return ("%.0f, which may have been rounded: write it with LL"):format(value)
  end
  return vim.inspect(value, { newline = "", indent = "" }):sub(1, 80)
end

--- The arguments by name, without those that are left out; `vim.NIL`, which a state may have, leaves one out, too. Raises
--- an error for one that is not what it has to be: at who called the function that calls this.
---@param where string
---@param list viewmodel_host.Argument[]
---@param level? integer how many functions farther out
---@return table<string, any>
function M.arguments(where, list, level)
  local arguments = {}
  for _, argument in ipairs(list) do
    local name, kind, value = argument[1], argument[2], argument[3]
    if argument.optional and value == vim.NIL then
      value = nil
    end
    if value == nil then
      if not argument.optional then
        local problem = "viewmodel_host: %s: %s is missing; it is %s"
        error(problem:format(where, name, words(kind)), 3 + (level or 0))
      end
    elseif kind ~= "any" and not fits(value, kind) then
      local problem = "viewmodel_host: %s: %s: expected %s, found %s"
      error(problem:format(where, name, words(kind), shown(value)), 3 + (level or 0))
    end
    arguments[name] = value
  end
  return arguments
end

--- Raises an error, at who called the function that calls this, for a member that is not known.
local function check_names(where, given, known)
  for name in pairs(given) do
    if not vim.tbl_contains(known, name) then
      local has = #known > 0 and table.concat(known, ", ") or "nothing"
      local problem = "viewmodel_host: %s: there is no %s; it takes %s"
      error(problem:format(where, tostring(name), has), 4)
    end
  end
end

-- Creation.

--- What creation() takes the parameters for, and the roles of other instances.
---@class viewmodel_host.Needs
---@field parameters? viewmodel_host.Argument[] without their values
---@field uses? string[]

--- The options for |viewmodel_host.Host:create()|, and the callback, which may stand in their place. Raises an error at
--- who called the function that calls this.
---@param class table
---@param options? viewmodel_host.CreateOptions|function
---@param callback? function
---@param needs viewmodel_host.Needs
---@return viewmodel_host.CreateOptions options
---@return function|nil callback
function M.options(class, options, callback, needs)
  if type(options) == "function" then
    options, callback = nil, options
  end
  options = vim.tbl_extend("force", {}, options or {})
  creation.check(options)
  local given = options.parameters or {}
  local list, names = {}, {}
  for index, parameter in ipairs(needs.parameters or {}) do
    local name = parameter[1]
    list[index] = { name, parameter[2], given[name], optional = parameter.optional }
    names[index] = name
  end
  check_names(class.view_model .. ".create: parameters", given, names)
  options.parameters = M.arguments(class.view_model .. ".create: parameters", list, 1)
  local uses = options.uses or {}
  check_names(class.view_model .. ".create: uses", uses, needs.uses or {})
  options.uses = {}
  for _, role in ipairs(needs.uses or {}) do
    local other = uses[role]
    if other == nil then
      local problem = "viewmodel_host: %s.create: uses.%s is missing; it is an instance"
      error(problem:format(class.view_model, role), 3)
    end
    options.uses[role] = type(other) == "table" and other.instance or other
  end
  return options, callback
end

-- Of each conversation what it has answered about each class.
local asked = setmetatable({}, { __mode = "k" })

--- Asks the host, once, whether the module fits it.
local function check(class, host)
  local answers = asked[host.connection] or {}
  asked[host.connection] = answers
  if not answers[class] then
    local params = { contract = json.decode(class.contract) }
    answers[class] = host:send_request("contract/check", params)
  end
  return answers[class]
end

--- What the host's answer means for who wants to create an instance.
---@return viewmodel_host.Error|nil
local function refusal(err, answer)
  if err then
    -- A host that is older than the question cannot tell.
    return err.code ~= errors.codes.METHOD_NOT_FOUND and err or nil
  end
  local sentences = {}
  for _, change in ipairs(answer.compatible == true and {} or answer.changes) do
    if change.breaks then
      table.insert(sentences, change.sentence)
    end
  end
  return #sentences > 0 and errors.contract_broken(sentences) or nil
end

--- Creates an instance, when the host has said that the module fits it.
---@param class table
---@param host viewmodel_host.Host
---@param options viewmodel_host.CreateOptions
---@param callback? fun(err: viewmodel_host.Error|nil, created: any)
---@return viewmodel_host.Reply
function M.create(class, host, options, callback)
  local reply = host:new_reply(class.view_model .. ".create")
  local function checked(err, answer)
    err = refusal(err, answer)
    if err then
      return reply:settle(err)
    end
    host:create(class.view_model, options):after(function(problem, instance)
      reply:settle(problem, instance and setmetatable({ instance = instance }, class))
    end)
  end
  local answer = check(class, host)
  if answer.done then
    checked(answer.error, answer.value)
    host.transport:hand_over()
  else
    answer:after(checked)
  end
  return callback and reply:on_done(callback) or reply
end

-- Services.

--- The services for |viewmodel_host.start()|. Raises an error at who called the function that calls this.
---@param class table
---@param services table the functions by name
---@param needs viewmodel_host.Argument[] their names
---@return table<string, viewmodel_host.Service>
function M.services(class, services, needs)
  local list, names = {}, {}
  for index, service in ipairs(needs) do
    local name = service[1]
    list[index] = { name, "function", services[name], optional = service.optional }
    names[index] = name
  end
  check_names(class.view_model .. ".services", services, names)
  return M.arguments(class.view_model .. ".services", list, 1)
end

return M
