extension ShellKeys {
  /// The script for bash. As bash passes the line to a function in variables, and cannot call its
  /// own commands from there, some keys are two: the first calls a function, which binds the second
  /// to the next step.
  static let bash = #"""
    # Keys for bash: eval "$(viewmodel-host find --shell bash)"
    if [[ $- == *i* ]]; then

    __viewmodel_find() {
      command viewmodel-host find --height "${VIEWMODEL_FIND_HEIGHT:-40%}" "$@"
    }

    # Puts $1 in the place of the $2 characters before the cursor.
    __viewmodel_find_insert() {
      READLINE_LINE=${READLINE_LINE:0:READLINE_POINT-$2}$1${READLINE_LINE:READLINE_POINT}
      READLINE_POINT=$((READLINE_POINT - $2 + ${#1}))
    }

    # Quotes words that end with NUL, with $1 before each.
    __viewmodel_find_quoted() {
      local word
      while IFS= read -r -d '' word; do printf '%s%q ' "$1" "$word"; done
    }

    __viewmodel_find_files() {
      local found
      found=$(__viewmodel_find -m --print0 | __viewmodel_find_quoted '')
      __viewmodel_find_insert "$found" 0
    }

    __viewmodel_find_history() {
      local found
      found=$(
        HISTTIMEFORMAT='' builtin fc -lnr -2147483648 2>/dev/null |
          awk '
            function end() {
              if (entry != "" && !(entry in seen)) { seen[entry]; printf "%s%c", entry, 0 }
            }
            /^\t[ *]/ { end(); entry = substr($0, 3); next }
            { entry = entry "\n" $0 }
            END { end() }' |
          __viewmodel_find --read0 --no-sort --query "$READLINE_LINE"
      ) || return
      READLINE_LINE=$found READLINE_POINT=${#found}
    }

    __viewmodel_find_cd() {
      local found
      bind '"\C-x\C-f0": redraw-current-line'
      found=$(__viewmodel_find --folders) || return
      printf -v READLINE_LINE 'builtin cd -- %q' "$found"
      READLINE_POINT=${#READLINE_LINE}
      bind '"\C-x\C-f0": accept-line'
    }

    __viewmodel_find_complete() {
      local line=${READLINE_LINE:0:READLINE_POINT} word folder prefix found
      bind '"\C-x\C-f0": complete'
      [[ $line == *'**' ]] || return
      bind '"\C-x\C-f0": redraw-current-line'
      word=${line##*[[:space:]]}
      word=${word%'**'}
      prefix=''
      [[ $word != */* ]] || prefix=${word%/*}/
      folder=${prefix:-.}
      [[ $folder != '~/'* ]] || folder=$HOME/${folder#'~/'}
      local options=(-m --print0 --query "${word##*/}")
      case ${line%%[[:space:]]*} in
        cd | pushd | rmdir) options+=(--folders) ;;
      esac
      found=$(builtin cd -- "$folder" && __viewmodel_find "${options[@]}" | __viewmodel_find_quoted "$prefix")
      [[ -z $found ]] || __viewmodel_find_insert "$found" $((${#word} + 2))
    }

    bind -x '"\C-t": __viewmodel_find_files'
    bind -x '"\C-r": __viewmodel_find_history'
    bind '"\C-x\C-f0": redraw-current-line'
    bind -x '"\C-x\C-f1": __viewmodel_find_cd'
    bind '"\ec": "\C-x\C-f1\C-x\C-f0"'
    bind -x '"\C-x\C-f2": __viewmodel_find_complete'
    bind '"\t": "\C-x\C-f2\C-x\C-f0"'

    fi

    """#
}
