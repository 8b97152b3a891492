extension ShellKeys {
  static let zsh = #"""
    # Keys for zsh: eval "$(viewmodel-host find --shell zsh)"
    if [[ -o interactive ]]; then
    zmodload -i zsh/parameter

    __viewmodel_find() {
      command viewmodel-host find --height "${VIEWMODEL_FIND_HEIGHT:-40%}" "$@" </dev/tty
    }

    # Puts words that end with NUL into the line, with $1 before each.
    __viewmodel_find_insert() {
      local word
      for word in "${(@0)2}"; do
        [[ -z $word ]] || LBUFFER+="$1${(q)word} "
      done
    }

    __viewmodel_find_files() {
      __viewmodel_find_insert '' "$(__viewmodel_find -m --print0)"
      zle reset-prompt
    }

    __viewmodel_find_history() {
      local found
      found=$(print -rN -- "${(@u)history}" |
        command viewmodel-host find --height "${VIEWMODEL_FIND_HEIGHT:-40%}" --read0 --no-sort --query "$BUFFER")
      if [[ $? -eq 0 ]]; then
        BUFFER=$found
        CURSOR=$#BUFFER
      fi
      zle reset-prompt
    }

    __viewmodel_find_cd() {
      local found
      found=$(__viewmodel_find --folders)
      if [[ -n $found ]]; then
        zle push-line
        BUFFER="builtin cd -- ${(q)found}"
        zle accept-line
      fi
      zle reset-prompt
    }

    __viewmodel_find_complete() {
      if [[ $LBUFFER != *'**' ]]; then
        zle ${__viewmodel_find_tab:-expand-or-complete}
        return
      fi
      local word=${${LBUFFER##*[[:space:]]}%'**'} prefix= folder found
      [[ $word != */* ]] || prefix=${word%/*}/
      folder=${prefix:-.}
      [[ $folder != '~/'* ]] || folder=$HOME/${folder#'~/'}
      local -a options=(-m --print0 --query "${word##*/}")
      case ${LBUFFER%%[[:space:]]*} in
        cd | pushd | rmdir) options+=(--folders) ;;
      esac
      found=$(builtin cd -q -- "$folder" && __viewmodel_find "${options[@]}")
      if [[ -n $found ]]; then
        LBUFFER=${LBUFFER%"$word**"}
        __viewmodel_find_insert "$prefix" "$found"
      fi
      zle reset-prompt
    }

    zle -N __viewmodel_find_files
    zle -N __viewmodel_find_history
    zle -N __viewmodel_find_cd
    zle -N __viewmodel_find_complete
    __viewmodel_find_tab=${${(z)$(bindkey '^I')}[2]}
    [[ $__viewmodel_find_tab != __viewmodel_find_complete ]] || __viewmodel_find_tab=
    bindkey '^T' __viewmodel_find_files
    bindkey '^R' __viewmodel_find_history
    bindkey '\ec' __viewmodel_find_cd
    bindkey '^I' __viewmodel_find_complete

    fi

    """#
}
