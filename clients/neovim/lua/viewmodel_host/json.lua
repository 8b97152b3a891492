--- Writes JSON. |vim.json.encode()| is not used for numbers, of which it writes 14 digits.

local is_list = require("viewmodel_host.patch").is_list

local M = {}

---@param value any |vim.NIL| is null, |vim.empty_dict()| an empty object, `{}` an empty array
function M.encode(value)
  if type(value) == "number" then
    assert(value - value == 0, "JSON has no such number")
    return (value % 1 == 0 and "%.0f" or "%.17g"):format(value)
  elseif type(value) ~= "table" then
    return vim.json.encode(value)
  end
  local parts = {}
  if is_list(value) then
    for index = 1, #value do
      parts[index] = M.encode(value[index])
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local key, member = next(value)
  while key ~= nil do
    parts[#parts + 1] = vim.json.encode(tostring(key)) .. ":" .. M.encode(member)
    key, member = next(value, key)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

return M
